import type { EventType } from '@purveyor/client'
import type { Side } from '../../session/side.ts'
import { activityTexts } from '../../texts/activity.ts'
import { webhookTexts as texts } from '../../texts/webhooks.ts'

/** The types of events about one kind of subject. */
export type TypeGroup = { label: string; types: readonly EventType[] }

const allTypes = Object.keys(texts.types) as EventType[]

/** Returns the types of events that the webhooks of a side can get, in groups. */
export function typeGroups(side: Side): TypeGroup[] {
  const vendorGroups = Object.entries(activityTexts.activity.groups)
  const groups = side === 'vendor' ? vendorGroups : [...vendorGroups, ...Object.entries(texts.groups)]
  return groups.map(([subject, label]) => ({
    label,
    types: allTypes.filter(
      (type) => type.startsWith(`${subject}.`) && (side === 'platform' || type !== 'member.created')
    )
  }))
}

/** Returns the groups with only the types whose name or description contains a text. */
export function findTypes(groups: readonly TypeGroup[], search: string): TypeGroup[] {
  const wanted = search.trim().toLowerCase()
  return groups
    .map((group) => ({
      ...group,
      types: group.types.filter((type) =>
        `${group.label} ${type} ${texts.types[type]}`.toLowerCase().includes(wanted)
      )
    }))
    .filter(({ types }) => types.length > 0)
}
