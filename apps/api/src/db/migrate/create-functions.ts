import type { Handle } from '../connect.ts'
import { explain } from './explain.ts'
import type { FunctionFile } from './function-files.ts'

/** Creates or replaces the functions and records them, in the transaction of the session. */
export async function createFunctions(
  session: Handle,
  { files, release }: { files: FunctionFile[]; release: string }
): Promise<void> {
  for (const { path, text } of files)
    await explain({ subject: `The file ${path}`, text }, () => session.unsafe(text))
  const names = files.map((file) => file.name)
  const checksums = files.map((file) => file.checksum)
  await session`
    insert into schema_functions as f (name, checksum, release)
    select name, checksum, ${release} from unnest(${names}::text[], ${checksums}::text[]) as n (name, checksum)
    on conflict (name) do update
      set checksum = excluded.checksum, release = excluded.release, created_at = excluded.created_at`
}
