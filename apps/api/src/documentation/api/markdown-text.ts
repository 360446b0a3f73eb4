import { capitalise } from '../../lib/capitalise.ts'
import { componentOf, type Operation, resolved, successOf } from './document.ts'
import { type Context, type Field, fieldsOf, inWords } from './fields.ts'
import { parameterGroups } from './parameters.ts'
import { curlOf, responseOf } from './samples.ts'
import { typescriptOf } from './typescript.ts'

/** Returns an operation as Markdown. */
export function operationMarkdown(operation: Operation, context: Context): string {
  const { method, path, summary, description } = operation
  const typescript = typescriptOf(operation, context.schemas)
  const response = responseOf(operation, context.schemas)
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...inputs(operation, context),
    ...responses(operation, context),
    fence(curlOf(operation)),
    ...(typescript ? [fence(typescript)] : []),
    ...(response ? [fence(response)] : [])
  ].join('\n\n')
}

function fence({ language, code }: { language: string; code: string }): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``
}

function inputs(operation: Operation, context: Context): string[] {
  const { requestBody } = operation
  const lists = parameterGroups(operation, context).flatMap(({ title, fields }) => [
    `### ${title}`,
    fieldList(fields)
  ])
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const { description = '' } = resolved(schema, context.schemas)
    return [
      `### Body (\`${type}\`)`,
      description,
      fieldList(fieldsOf(schema, { ...context, sections: new Set() }))
    ]
  })
  return [...lists, ...bodies].filter((text) => text !== '')
}

function responses(operation: Operation, context: Context): string[] {
  const success = successOf(operation)
  const schema = success?.response.content?.['application/json']?.schema
  const lines = Object.entries(operation.responses).map(
    ([status, { description }]) => `- ${status}: ${description}`
  )
  const object = schema && componentOf(schema)
  if (object !== undefined && context.sections.has(object))
    return [
      '### Responses',
      lines.join('\n'),
      `Returns the ${inWords(object)} object, which is described below.`
    ]
  const fields = schema ? fieldList(fieldsOf(schema, context)) : ''
  return ['### Responses', lines.join('\n'), ...(fields === '' ? [] : ['Fields of the response:', fields])]
}

/** Returns an object as Markdown. */
export function objectMarkdown(name: string, context: Context): string {
  const schema = { $ref: `#/components/schemas/${name}` }
  const { description = '' } = resolved(schema, context.schemas)
  return [`## The ${inWords(name)} object`, `${description}.`, fieldList(fieldsOf(schema, context))].join(
    '\n\n'
  )
}

function fieldList(fields: readonly Field[], indent = ''): string {
  return fields.map((field) => fieldLine(field, indent)).join('\n')
}

function fieldLine(field: Field, indent: string): string {
  const { name, type, isRequired, isNullable, description, limits, values, link, groups } = field
  const notes = [
    `${type}${isNullable ? ' or null' : ''}`,
    ...(isRequired ? ['required'] : []),
    ...limits,
    ...(values.length > 0 ? [`one of ${values.map((value) => `\`${value}\``).join(', ')}`] : [])
  ]
  const target = link && ` See ${link.startsWith('#') ? `"${titleOf(link)}"` : `${link}.md`}.`
  const text = description.replaceAll('\n', ' ')
  const line = `${indent}- \`${name}\` (${notes.join('; ')})${text === '' ? '' : `: ${text}`}${target ?? ''}`
  const inner = groups.map(
    ({ title, fields }) =>
      (title ? `\n${indent}  - ${title}:\n` : '\n') + fieldList(fields, `${indent}${title ? '    ' : '  '}`)
  )
  return line + inner.join('')
}

function titleOf(link: string): string {
  return capitalise(link.slice(1).replaceAll('-', ' '))
}
