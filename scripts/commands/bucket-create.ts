// `npm run bucket:create`: makes the bucket of this installation in a store of one's own, where it is missing.
import { createBucket } from "../../src/adapters/storage/s3/client.ts";
import { configHere, stop, stopWith } from "../command-line.ts";

const { s3 = stop("There is no bucket to make: set S3_BUCKET and its keys.") } = configHere();
const made = await createBucket(s3).catch(stopWith);
console.log(made ? `The bucket ${s3.bucket} is made.` : `The bucket ${s3.bucket} is there already.`);
