import { Skeleton, Text } from '@mantine/core'
import { t } from '../../../texts/texts.ts'
import { type ComparedAttribute, compareAttributes } from '../../../ui/attributes/attribute-text.ts'
import { useDefinedFields } from '../../../ui/attributes/use-attribute-definitions.ts'
import { wording } from '../../../ui/attributes/wording.ts'
import { Row, Rows } from './lists.tsx'
import { InlineText } from './marked-text.tsx'
import classes from './values.module.css'
import { ValueDifference } from './values.tsx'

type Map = Record<string, unknown>

/** Shows the attributes of a new product with their labels and units. */
export function ShownAttributes({ value }: { value: unknown }) {
  const { fields, isPending } = useDefinedFields()
  if (isPending) return <Skeleton height={24 * Object.keys(mapOf(value)).length} />
  return (
    <dl className={classes.object}>
      {compareAttributes({ fields, wording }, {}, mapOf(value)).map(({ code, label, after = '' }) => (
        <div key={code}>
          <dt>
            <InlineText text={label} />
          </dt>
          <dd>
            <InlineText text={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows which attributes were added, removed or have another value. */
export function AttributesDifference({ before, after }: { before: unknown; after: unknown }) {
  const { fields, isPending } = useDefinedFields()
  const [live, proposed] = [mapOf(before), mapOf(after)]
  const all = compareAttributes({ fields, wording }, live, proposed)
  const changed = all.filter(({ code }) => JSON.stringify(live[code]) !== JSON.stringify(proposed[code]))
  if (isPending) return <Skeleton height={28 * changed.length} />
  return (
    <>
      <Rows>
        {changed.map((attribute) => (
          <ChangedRow key={attribute.code} attribute={attribute} />
        ))}
      </Rows>
      {all.length > changed.length && (
        <Text c="dimmed" fz="sm" mt={4}>
          {t.attributes.review.unchanged(all.length - changed.length)}
        </Text>
      )}
    </>
  )
}

function ChangedRow({ attribute: { label, before, after } }: { attribute: ComparedAttribute }) {
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return (
    <Row change={{ kind }}>
      <span className={classes.key}>
        <InlineText text={label} />
      </span>{' '}
      {kind === 'changed' ? (
        <ValueDifference field="attributes" before={before} after={after} />
      ) : (
        <InlineText text={after ?? before ?? ''} />
      )}
    </Row>
  )
}

function mapOf(value: unknown): Map {
  return typeof value === 'object' && value !== null ? (value as Map) : {}
}
