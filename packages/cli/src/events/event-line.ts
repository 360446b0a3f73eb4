import type { Event } from '@purveyor/client'
import { onOneLine } from '../output/colours.ts'
import type { Output } from '../output/output.ts'
import { localTime } from '../time.ts'

const typeWidth = 'product.revision_approved'.length
const actorWidth = 20

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
  return [changedFields.join(', '), values.join(' ')].filter(Boolean).join('  ')
}

/** Returns an event on one line: time, type, subject, actor, changed fields and details. */
export function eventLine(out: Output, event: Event): string {
  const parts = [
    out.dim(localTime(event.occurredAt)),
    out.bold(event.type.padEnd(typeWidth)),
    subjectOf(event).padEnd(36),
    onOneLine(actorOf(event)).padEnd(actorWidth),
    onOneLine(changesOf(event))
  ]
  return parts.join('  ').trimEnd()
}
