import { type DetailField, type EventType, eventTypes } from '../event-types.ts'
import { capitalise } from '../lib/capitalise.ts'

const intro = `# Events

Everything that changes is recorded as an event. This page lists all types of events with the fields of their
\`details\`. The guide [Events](guides/events.md) shows how to read and follow them. More types, and more fields
of \`details\`, can be added at any time.`

type Type = (typeof eventTypes)[EventType] & { details: Readonly<Record<string, DetailField>> }

/** Returns the page of all types of events as Markdown, grouped by the subject of the events. */
export function eventsText(): string {
  const types = Object.entries(eventTypes) as [EventType, Type][]
  const groups = Map.groupBy(types, ([name]) => name.split('.')[0] ?? '')
  const parts = [...groups].map(([prefix, group]) =>
    [`## ${titleOf(prefix)}`, ...group.map(([name, type]) => typeText(name, type))].join('\n\n')
  )
  return `${[intro, ...parts].join('\n\n')}\n`
}

/** Returns the prefix of the events in words, such as `Import job`. */
function titleOf(prefix: string): string {
  return capitalise(prefix.replaceAll('_', ' ').replace('api token', 'API token'))
}

function typeText(name: EventType, { description, subject, details }: Type): string {
  const fields = Object.entries(details)
  const rows = fields.map(([field, kind]) => `| \`${field}\` | ${kindOf(kind)} | ${kind.description} |`)
  const table = ['| Field of `details` | Type | Meaning |', '|---|---|---|', ...rows].join('\n')
  const subjectNote = `The subject has the type \`${subject}\`.`
  return [`### \`${name}\``, `${description}. ${subjectNote}`, ...(fields.length > 0 ? [table] : [])].join(
    '\n\n'
  )
}

function kindOf({ type, nullable, optional }: DetailField): string {
  return `${type}${nullable ? ' or null' : ''}${optional ? ', optional' : ''}`
}
