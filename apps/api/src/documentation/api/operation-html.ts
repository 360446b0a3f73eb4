import { renderSample, renderTabs } from '../code.ts'
import { escapeHtml } from '../escape.ts'
import { renderInline, renderText } from '../markdown.ts'
import { anchorOf, componentOf, type Operation, resolved, successOf } from './document.ts'
import { foldable, renderFields } from './field-html.ts'
import { type Context, fieldsOf, inWords, objectAnchor } from './fields.ts'
import { parameterGroups } from './parameters.ts'
import { curlOf, responseOf } from './samples.ts'
import { typescriptOf } from './typescript.ts'
import { markValues } from './values.ts'

/** Returns the section of an operation: its description and fields, and its examples in a second column. */
export function renderOperation(operation: Operation, context: Context): string {
  const { method, path, summary, description } = operation
  const id = anchorOf(operation)
  return `<section class="operation" aria-labelledby="${id}">
<div class="text">
${heading(2, id, summary)}
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${renderPath(path)}</code></p>
${renderText(markValues(description, context.schemas))}
${renderInputs(operation, context)}${renderResponses(operation, context)}
</div>
<div class="samples">${renderSamples(operation, context)}</div>
</section>\n`
}

/** Returns a heading with a link to itself. */
export function heading(level: 2 | 3, id: string, text: string): string {
  const label = escapeHtml(`Link to this section: ${text}`)
  const link = `<a class="anchor" href="#${id}" aria-label="${label}">#</a>`
  return `<h${level} id="${id}">${escapeHtml(text)} ${link}</h${level}>`
}

/** A long path may be broken after a slash. */
function renderPath(path: string): string {
  return escapeHtml(path)
    .replaceAll('/', '/<wbr>')
    .replaceAll(/\{\w+\}/g, (name) => `<var>${name}</var>`)
}

function renderInputs(operation: Operation, context: Context): string {
  const lists = parameterGroups(operation, context).map(({ title, fields }) =>
    part(title, renderFields(fields))
  )
  return lists.join('') + renderBody(operation, context)
}

function part(title: string, content: string): string {
  return `<h3 class="part">${escapeHtml(title)}</h3>\n${content}`
}

function renderBody({ requestBody }: Operation, context: Context): string {
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => {
    const { description = '' } = resolved(schema, context.schemas)
    const note = type === 'application/json' ? '' : ` <span class="media">${escapeHtml(type)}</span>`
    const text =
      description === '' ? '' : `<p>${renderInline(description.replace(/[^.]$/, '$&.'))}${note}</p>`
    const fields = fieldsOf(schema, { ...context, sections: new Set() })
    return text + (fields.length > 0 ? renderFields(fields) : '')
  })
  return bodies.length > 0 ? part('Body', bodies.join('')) : ''
}

function renderResponses(operation: Operation, context: Context): string {
  const { responses } = operation
  const success = successOf(operation)
  const others = Object.entries(responses).filter(([status]) => status !== success?.status)
  const errors = others.map(
    ([status, { description }]) => `<li>${statusMark(status)} ${renderInline(`${description}.`)}</li>`
  )
  const list = `<ul class="statuses">${errors.join('')}</ul>`
  const count = errors.length === 1 ? '1 other response' : `${errors.length} other responses`
  return part(
    'Response',
    renderSuccess(operation, context) + (errors.length > 0 ? foldable(count, list) : '')
  )
}

function statusMark(status: string): string {
  return `<span class="status s${status[0]}">${status}</span>`
}

function renderSuccess(operation: Operation, context: Context): string {
  const success = successOf(operation)
  if (!success) return ''
  const { description, content = {} } = success.response
  const types = Object.keys(content).filter((type) => type !== 'application/json')
  const { schema } = content['application/json'] ?? {}
  const component = schema && componentOf(schema)
  const isSection = component !== undefined && context.sections.has(component)
  const object = isSection
    ? ` Returns the <a href="#${objectAnchor(component)}">${escapeHtml(inWords(component))} object</a>.`
    : ''
  const media = types.length > 0 ? ` <span class="media">${escapeHtml(types.join(', '))}</span>` : ''
  const fields = schema && !isSection ? fieldsOf(schema, context) : []
  const text = `<p>${statusMark(success.status)} ${renderInline(`${description}.`)}${object}${media}</p>`
  return text + (fields.length > 0 ? renderFields(fields, 'response') : '')
}

function renderSamples(operation: Operation, { schemas }: Context): string {
  const shell = curlOf(operation)
  const typescript = typescriptOf(operation, schemas)
  const request = typescript
    ? renderTabs(`request-${anchorOf(operation)}`, [shell, typescript])
    : renderSample(shell, 'Request')
  const response = responseOf(operation, schemas)
  return request + (response ? renderSample(response, `Response ${successOf(operation)?.status ?? ''}`) : '')
}
