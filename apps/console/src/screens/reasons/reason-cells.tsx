import { Anchor, Badge, Group, Skeleton, Text } from '@mantine/core'
import type { ReasonTemplate } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import { namesOfFields } from './field-names.ts'
import type { Use } from './templates.ts'

/** What the table and the cards get. */
export type ReasonsProps = {
  templates: readonly ReasonTemplate[]
  uses: (code: string) => Use | undefined
  onOpen: (id: string) => void
  onDelete: (template: ReasonTemplate) => void
}

/** The code of a reason, which opens it. */
export function Code({
  template: { id, code },
  onOpen
}: {
  template: ReasonTemplate
  onOpen: (id: string) => void
}) {
  return (
    <Anchor component="button" type="button" ff="monospace" ta="start" onClick={() => onOpen(id)}>
      {code}
    </Anchor>
  )
}

/** The fields for which a reason is offered. */
export function Fields({ template: { fields } }: { template: ReasonTemplate }) {
  if (fields.length === 0)
    return (
      <Text c="dimmed" fz="sm">
        {t.reasons.allFields}
      </Text>
    )
  return (
    <Group gap={4}>
      {namesOfFields(fields).map((name) => (
        <Badge key={name} color="gray">
          {name}
        </Badge>
      ))}
    </Group>
  )
}

/** How often a reason was used. */
export function Uses({ use }: { use: Use | undefined }) {
  if (!use) return <Skeleton component="span" display="inline-block" h={12} w={24} />
  const number = formatNumber(use.count)
  return <>{use.isLimit ? t.reasons.usedAtMost(number) : number}</>
}
