import type { Purveyor } from '@purveyor/client'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import type { Context, Input } from '../command.ts'
import { CommandError } from '../errors.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { saveBody } from '../request/show-response.ts'
import { requireNewFile } from '../statements/new-file.ts'

/** Runs `purveyor template`. */
export async function downloadTemplate(context: Context, { values }: Input): Promise<ExitCode> {
  const { signal, out } = context
  const file = typeof values.output === 'string' ? values.output : 'products.xlsx'
  await requireNewFile(context, file, values.force === true)
  const client = await context.client()
  const categoryIds = await findCategories(client, textsIn(values.category), signal)
  const query = {
    ...(categoryIds.length > 0 && { categoryIds: categoryIds.join() }),
    ...(values['with-products'] === true && { withProducts: true })
  }
  await saveBody(
    context,
    await client.request('GET', '/vendor/templates', { query, as: 'response', signal }),
    file
  )
  out.result({ file, categoryIds })
  return exitCodes.done
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((text): text is string => typeof text === 'string')
}

/** Returns the ids of the categories with these names. Throws a `CommandError` if one isn't the name of one category. */
async function findCategories(client: Purveyor, names: string[], signal: AbortSignal): Promise<string[]> {
  if (names.length === 0) return []
  const { categories } = await client.categories.list({}, { signal })
  const index = new CategoryIndex(categories as ConstructorParameters<typeof CategoryIndex>[0])
  return names.flatMap((name) => {
    const found = index.find(name)
    if (found.ok) return found.ids
    const several = found.reason === 'ambiguous'
    throw new CommandError(
      several ? `Several categories are named ${found.text}.` : `There is no category ${found.text}.`,
      exitCodes.usage,
      {
        code: several ? 'AMBIGUOUS_CATEGORY' : 'UNKNOWN_CATEGORY',
        hint:
          found.paths.length > 0
            ? `Did you mean ${found.paths.join(', or ')}?`
            : '`purveyor categories list` lists the categories.'
      }
    )
  })
}
