/** Which deliveries are asked for. */
export interface DeliveryChoice {
  readonly kind: 'all' | 'mail';
  /** undefined: all that the configuration has. */
  readonly names?: readonly string[] | undefined;
}
