import type { Event } from '@purveyor/client'
import stringWidth from 'fast-string-width'
import { onOneLine } from '../output/colours.ts'
import type { Output } from '../output/output.ts'
import { wrap } from '../output/wrap.ts'
import { localTime } from '../time.ts'

const typeWidth = 'product.images_changed'.length
const actorWidth = 16

function actorOf({ actor }: Event): string {
  if (actor.type === 'SYSTEM') return 'service'
  if (actor.type === 'PLATFORM') return 'operator'
  return actor.type === 'TOKEN' ? `${actor.name ?? ''} (token)` : (actor.name ?? '')
}

/** The type of an event usually names the kind of its subject, so that the id is enough. */
function subjectOf({ type, subject }: Event): string {
  const id = subject.id ?? ''
  return type.startsWith(`${subject.type}.`) ? id : `${subject.type} ${id}`.trimEnd()
}

function changesOf({ changedFields, details }: Event): string {
  const values = Object.entries(details).map(([name, value]) => `${name}=${value}`)
  const fields = changedFields.filter((name) => !Object.hasOwn(details, name))
  return onOneLine([fields.join(', '), values.join(' ')].filter(Boolean).join('  '))
}

/**
 * Returns an event as text: time, type, subject, actor, changed fields and details. On a terminal that is too
 * narrow for one line, the fields and details are on lines of their own.
 */
export function eventText(out: Output, event: Event): string {
  const head = [localTime(event.occurredAt), event.type.padEnd(typeWidth), subjectOf(event).padEnd(36)]
  const [time = '', type = '', subject = ''] = head
  const actor = onOneLine(actorOf(event))
  const changes = changesOf(event)
  const start = [out.dim(time), out.bold(type), subject]
  const line = [...start, actor.padEnd(actorWidth), changes].join('  ').trimEnd()
  if (changes === '' || !out.isTerminal || stringWidth(line) <= out.width) return line
  const indent = ' '.repeat(time.length + 2)
  const details = wrap(changes, Math.max(30, out.width - indent.length))
  return [[...start, actor].join('  ').trimEnd(), ...details.map((text) => indent + text)].join('\n')
}
