import { Skeleton, Text } from '@mantine/core'
import { attributesTexts } from '../../../texts/attributes.ts'
import { compareAttributes } from '../../../ui/attributes/attribute-text.ts'
import { useDefinedFields } from '../../../ui/attributes/use-attribute-definitions.ts'
import { wording } from '../../../ui/attributes/wording.ts'
import { KeyedValues } from './values.tsx'

type Props = { before: unknown; after: unknown; isNew: boolean }

/** Shows the attributes of a new product with their labels and units, or those that have changed. */
export function Attributes({ before, after, isNew }: Props) {
  const { fields, isPending } = useDefinedFields()
  const [live, proposed] = [mapOf(before), mapOf(after)]
  const all = compareAttributes({ fields, wording }, live, proposed)
  const shown = all.filter(
    ({ code }) => isNew || JSON.stringify(live[code]) !== JSON.stringify(proposed[code])
  )
  if (isPending) return <Skeleton height={28 * shown.length} />
  return (
    <>
      <KeyedValues values={shown.map(({ code, ...value }) => ({ ...value, key: code }))} />
      {all.length > shown.length && (
        <Text c="dimmed" fz="sm">
          {attributesTexts.review.unchanged(all.length - shown.length)}
        </Text>
      )}
    </>
  )
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
