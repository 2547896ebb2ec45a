import { z } from 'zod';
import { filled, localPath, secretSource, whole } from './values.js';

const bucket = z.strictObject({
  endpoint: z.url().describe('Address of the S3-compatible service'),
  bucket: filled.describe('Name of the bucket'),
  key: filled.describe('Access key ID'),
  secret: secretSource('Place of the secret access key: { env: NAME } or { file: PATH }'),
  region: filled.default('us-east-1').describe('Region of the bucket'),
});

/** The place for the files of all runs if the store is a PostgreSQL database. */
export const filePlaceSchema = z
  .union([
    z.strictObject({ path: localPath('Folder that all computers share') }),
    z.strictObject({ s3: bucket.describe('S3-compatible bucket') }),
  ])
  .describe(
    'With PostgreSQL: the folder or bucket in which the files of all runs are kept, under runs/RUN; default: .paytally/files',
  );

/** How `paytally worker` takes part in the work. */
export const workerSchema = z
  .strictObject({
    address: filled
      .default('default')
      .describe(
        'Name of the internet address that this worker sends requests from: workers with one address share its limit',
      ),
    jobs: whole(1, 64).default(4).describe('Employers that a worker handles at the same time'),
    clients: z
      .array(filled)
      .optional()
      .describe('Clients whose employers this worker handles; default: all employers'),
  })
  .describe('Settings of paytally worker');
