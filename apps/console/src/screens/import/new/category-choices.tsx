import { Button, Group, ScrollArea, Table, Text } from '@mantine/core'
import { importsTexts } from '../../../texts/import.ts'
import { CategorySelect } from '../../../ui/category-select.tsx'
import { formatNumber } from '../../../ui/format.ts'
import type { UnknownCategory } from '../data/file-types.ts'
import type { DraftChange, ImportDraft } from './import-draft.ts'
import classes from './new-import.module.css'
import { Section } from './section.tsx'
import { problemIds } from './show-problems.tsx'

type Props = {
  draft: ImportDraft
  isLocked: boolean
  change: (change: DraftChange) => void
  unknown: UnknownCategory[]
}

/** Chooses categories for the names in the file that the marketplace doesn't have. */
export function CategoryChoices({ draft, isLocked, change, unknown }: Props) {
  if (unknown.length === 0) return null
  const { map } = draft
  const choose = (entries: Record<string, string | null>) =>
    change({ map: { ...map, categories: { ...map.categories, ...entries } } })
  const texts = importsTexts.categories
  const withoutAll = (
    <Button
      variant="default"
      disabled={isLocked}
      onClick={() => choose(Object.fromEntries(unknown.map(({ text }) => [text, null])))}
    >
      {texts.withoutAll}
    </Button>
  )
  return (
    <Section id={problemIds.categories} title={texts.title} intro={texts.intro} actions={withoutAll}>
      <ScrollArea.Autosize mah={420}>
        <Table className={classes.mapping} verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{texts.text}</Table.Th>
              <Table.Th scope="col" w={100}>
                {texts.rows}
              </Table.Th>
              <Table.Th scope="col" w="55%">
                {texts.choose}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {unknown.map(({ text, rows }) => (
              <Table.Tr key={text}>
                <Table.Td fw={600}>{text}</Table.Td>
                <Table.Td className={classes.sample}>
                  <Text c="dimmed" inherit>
                    {formatNumber(rows)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <CategorySelect
                      aria-label={texts.chooseFor(text)}
                      placeholder={texts.placeholder}
                      value={null}
                      onChange={(id) => id && choose({ [text]: id })}
                      disabled={isLocked}
                      size="xs"
                      flex={1}
                    />
                    <Button
                      size="xs"
                      variant="subtle"
                      disabled={isLocked}
                      onClick={() => choose({ [text]: null })}
                    >
                      {texts.without}
                    </Button>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </Section>
  )
}
