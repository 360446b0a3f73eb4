import { readingOptions } from '../catalog-file/open-catalog.ts'
import { createCategories } from '../categories/create-categories.ts'
import type { Command, Context } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { pathsOf } from '../pull/category-cells.ts'

async function listCategories({ client, out, signal }: Context): Promise<ExitCode> {
  const purveyor = await client()
  const { vendor } = await purveyor.auth.me({ signal })
  const { categories } = vendor
    ? await purveyor.categories.list({}, { signal })
    : await purveyor.platform.categories.list({}, { signal })
  const paths = pathsOf(categories)
  out.result({ categories: paths.map(([id, path]) => ({ id, path })) })
  for (const [, path] of paths) out.line(path)
  if (paths.length === 0) out.line('The marketplace has no categories.')
  return exitCodes.done
}

const { 'without-categories': _, ...fileOptions } = readingOptions

/** `purveyor categories list` */
export const list: Command = {
  name: 'categories list',
  summary: 'List the paths of all categories',
  usage: '',
  description:
    'Shows the categories of the marketplace, one path on each line, such as Hand Tools > Hammers. A catalog file ' +
    'can name its categories like this. With --json, each category also has its id.',
  options: {},
  arguments: { min: 0, max: 0 },
  examples: [{ command: 'purveyor categories list', text: 'List the paths of all categories:' }],
  run: listCategories
}

/** `purveyor categories create` */
export const create: Command = {
  name: 'categories create',
  summary: 'Create missing categories, as the operator',
  usage: 'PATH… | --catalog FILE [--dry-run]',
  description:
    'Creates the categories that the paths name, with their parents. Categories that exist are left as they are. ' +
    'With --catalog, the paths are those of a catalog file, which is read as push reads it. Only the operator can ' +
    'create categories.\n\n' +
    'A path is written as in a catalog file: Tools > Wrenches, or Tools/Wrenches. If its first category exists below ' +
    'another one, that one is used; to begin at the top level, write a slash first: /Tools > Wrenches. If a path ' +
    'could mean several categories, nothing is created.',
  options: {
    catalog: {
      type: 'string',
      value: 'FILE',
      help: 'Create the categories that this CSV or NDJSON file names.'
    },
    'dry-run': { type: 'boolean', help: 'Show what would be created, but create nothing.' },
    ...fileOptions
  },
  arguments: { min: 0, max: 1000 },
  examples: [
    {
      command: 'purveyor categories create "Cell Phones > Prepaid Phones" --profile operator',
      text: 'Create a category, and its parent if it is missing:'
    },
    {
      command: 'purveyor categories create --catalog catalog.csv --dry-run --profile operator',
      text: 'Show which categories of a file are missing:'
    }
  ],
  run: createCategories
}
