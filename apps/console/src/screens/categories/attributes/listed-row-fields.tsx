import { Anchor, Select, Text, TextInput } from '@mantine/core'
import type { ListedAttribute } from '@purveyor/client'
import { Link } from 'wouter'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { attributesTexts } from '../../../texts/attributes.ts'
import type { Requirement } from '../../../ui/attributes/attribute-field.ts'
import classes from './category.module.css'
import { allowedRequirements, type ListedRow } from './category-values.ts'

const texts = attributeEditorTexts

type Props = {
  row: ListedRow
  definition: ListedAttribute | undefined
  /** The requirement of the categories above. */
  inherited: Requirement | undefined
  /** Returns the error of the row, or of a field of it. */
  faultAt: (field: '' | '/attribute' | '/requirement' | '/enforcedFrom') => string | undefined
  isReadOnly: boolean
  onChange: (changes: Partial<ListedRow>) => void
}

/** An attribute that a category lists: whether products need a value, and from when on. */
export function ListedRowFields({ row, definition, inherited, faultAt, isReadOnly, onChange }: Props) {
  const name = definition?.name ?? row.key
  const error = faultAt('') ?? faultAt('/attribute')
  return (
    <div className={classes.row}>
      <div className={classes.name}>
        {definition ? (
          <Anchor component={Link} href={`/attributes/${definition.id}`} fw={600}>
            {name}
          </Anchor>
        ) : (
          <Text fw={600}>{name}</Text>
        )}
        <Text c="dimmed" fz="xs">
          {definition && `${texts.types[definition.type]} · ${texts.levels[definition.level]}`}
          {inherited && ` · ${texts.inheritedAs(attributesTexts.requirements[inherited])}`}
        </Text>
        {error && (
          <Text fz="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </div>
      <Select
        size="xs"
        aria-label={texts.requirementOf(name)}
        data={allowedRequirements(inherited).map((value) => ({
          ...{ value, label: attributesTexts.requirements[value] }
        }))}
        value={row.requirement}
        onChange={(requirement) =>
          requirement &&
          onChange({
            requirement: requirement as Requirement,
            ...(requirement !== 'REQUIRED' && { enforcedFrom: '' })
          })
        }
        error={faultAt('/requirement')}
        allowDeselect={false}
        readOnly={isReadOnly}
      />
      {row.requirement === 'REQUIRED' ? (
        <TextInput
          size="xs"
          type="datetime-local"
          aria-label={texts.enforcedFromOf(name)}
          description={texts.atOnce}
          inputWrapperOrder={['input', 'description', 'error']}
          value={row.enforcedFrom}
          onChange={(event) => onChange({ enforcedFrom: event.currentTarget.value })}
          error={faultAt('/enforcedFrom')}
          readOnly={isReadOnly}
        />
      ) : (
        <Text c="dimmed" fz="xs">
          {texts.requirementHints[row.requirement]}
        </Text>
      )}
    </div>
  )
}
