import { Anchor, Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { attributesTexts } from '../../../texts/attributes.ts'
import { t } from '../../../texts/texts.ts'
import { type CategoryPaths, pathText } from '../../../ui/category-paths.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Section } from '../../../ui/section.tsx'
import type { Effective, ListedRow } from './category-values.ts'

const texts = attributeEditorTexts

type Props = {
  inherited: readonly Effective[]
  paths: CategoryPaths
  /** The codes of the attributes that the category lists itself. */
  listed: ReadonlySet<string>
  /** Lists an inherited attribute with a stronger requirement. Undefined for viewers. */
  onRaise: ((row: ListedRow) => void) | undefined
}

/** The attributes that a category has from those above it. */
export function InheritedSection({ inherited, paths, listed, onRaise }: Props) {
  if (inherited.length === 0) return null
  const raise = ({ attribute, name, requirement }: Effective) => {
    if (listed.has(attribute))
      return (
        <Text c="dimmed" fz="xs">
          {texts.raised}
        </Text>
      )
    if (requirement === 'REQUIRED') return null
    const next = requirement === 'OPTIONAL' ? 'RECOMMENDED' : 'REQUIRED'
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.raiseOf(name)}
        onClick={() => onRaise?.({ key: attribute, requirement: next, enforcedFrom: '' })}
      >
        {texts.raise}
      </Button>
    )
  }
  return (
    <Section title={texts.inherited} hint={texts.inheritedHint}>
      <DataTable
        label={texts.inherited}
        rows={inherited}
        keyOf={({ attribute }) => attribute}
        columns={[
          { key: 'name', label: texts.name, cell: Name },
          { key: 'requirement', label: texts.requirement, cell: RequirementText },
          { key: 'category', label: texts.category, cell: (row) => <From row={row} paths={paths} /> }
        ]}
        actions={onRaise && raise}
      />
    </Section>
  )
}

function Name({ name, type, level }: Effective) {
  return (
    <>
      <Text inherit fw={600}>
        {name}
      </Text>
      <Text c="dimmed" fz="xs">{`${texts.types[type]} · ${texts.levels[level]}`}</Text>
    </>
  )
}

function RequirementText({ requirement, enforcedFrom }: Effective) {
  return (
    <>
      {attributesTexts.requirements[requirement]}
      {enforcedFrom && (
        <Text c="dimmed" fz="xs">
          {attributesTexts.requiredFrom(formatDateTime(enforcedFrom))}
        </Text>
      )}
    </>
  )
}

function From({ row: { categoryId }, paths }: { row: Effective; paths: CategoryPaths }) {
  const path = paths.get(categoryId)
  if (!path) return t.names.category.deleted
  return (
    <Anchor component={Link} href={`/attributes/categories/${categoryId}`} title={pathText(path)}>
      {path.at(-1)}
    </Anchor>
  )
}
