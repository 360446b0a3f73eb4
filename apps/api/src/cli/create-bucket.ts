import { S3mini } from 's3mini'
import { readConfig } from '../config.ts'
import { runCommand } from './run-command.ts'

/**
 * Creates the bucket of ASSET_STORE, unless it exists. For a store that is installed together with the service,
 * as in compose.yaml. Returns the text to print.
 */
async function createBucket(): Promise<string> {
  const { assetBucket, secrets } = readConfig(process.env)
  if (!assetBucket || !secrets.s3) throw new Error('Set ASSET_STORE to the bucket, such as s3://purveyor.')
  const { bucket, region, endpoint } = assetBucket
  const store = new S3mini({ ...secrets.s3, region, endpoint: `${endpoint}/${bucket}` })
  if (await store.bucketExists()) return `The bucket ${bucket} exists.\n`
  if (!(await store.createBucket()))
    throw new Error(`The store did not create the bucket ${bucket}. Check S3_REGION and the access key.`)
  return `The bucket ${bucket} was created.\n`
}

// The messages of all errors are enough: they come from here, from the store or from the network.
await runCommand([Error], createBucket)
