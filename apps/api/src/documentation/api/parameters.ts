import type { Operation, OperationParameter } from './document.ts'
import { type Context, describeField, type Field } from './fields.ts'

const titles = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' }

/** Returns the parameters of an operation in groups, each with its title. Empty groups are left out. */
export function parameterGroups(
  { parameters = [] }: Operation,
  context: Context
): { title: string; fields: Field[] }[] {
  const groups = Object.entries(titles).map(([location, title]) => ({
    title,
    fields: parameters
      .filter((parameter) => parameter.in === location)
      .map((parameter) => parameterField(parameter, context))
  }))
  return groups.filter(({ fields }) => fields.length > 0)
}

function parameterField(
  { name, schema, required = false, description }: OperationParameter,
  context: Context
): Field {
  const described = { ...schema, description: description ?? schema.description ?? '' }
  return describeField(name, described, { isRequired: required, context })
}
