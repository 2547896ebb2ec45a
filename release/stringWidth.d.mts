export declare const NARROW: string;
export declare function preparedLater(text: string): string;
