import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { formatNumber } from '../../../ui/format.ts'
import type { ChosenReading } from '../data/file-types.ts'
import { FileError } from './choose-file.tsx'
import { hasGroups, type ImportDraft } from './import-draft.ts'
import { Section } from './section.tsx'
import type { CheckState } from './use-check.ts'
import { type DraftState, useOpenFile } from './use-import-draft.ts'

type Props = {
  draft: ImportDraft
  isLocked: boolean
  check: CheckState
  replace: DraftState<ImportDraft>['replace']
}

/** The chosen file, and how it is read. */
export function FileSection({ draft, isLocked, check, replace }: Props) {
  const { info, name, file, isRest } = draft
  const openFile = useOpenFile()
  const [error, setError] = useState<unknown>()
  const read = (chosen: ChosenReading) => {
    setError(undefined)
    const next = { ...draft.chosen, ...chosen }
    openFile(file, name, next)
      .then((opened) =>
        replace({ ...opened, mode: draft.mode, onExisting: draft.onExisting, map: draft.map })
      )
      .catch(setError)
  }
  const { file: texts } = importsTexts
  const { rows, items = 0 } = check.result ?? {}
  const counts =
    rows === undefined ? [] : [texts.rows(rows), ...(hasGroups(draft) ? [texts.products(items)] : [])]
  const about = [sizeText(file.size), ...counts]
  return (
    <Section
      title={name}
      intro={about.join(' · ')}
      actions={
        <Button variant="default" onClick={() => void replace(null)} disabled={isLocked}>
          {isRest ? texts.discard : texts.change}
        </Button>
      }
    >
      {isRest && rows !== undefined && <Text>{texts.rest(formatNumber(rows))}</Text>}
      {info.isEncodingGuessed && <Alert color="amber">{texts.guessed}</Alert>}
      {error !== undefined && <FileError error={error} />}
      <Group gap="sm" align="flex-end">
        {info.reading.format === 'csv' && (
          <Select
            label={texts.delimiter}
            data={optionsOf(texts.delimiters, info.reading.delimiter)}
            value={info.reading.delimiter}
            onChange={(delimiter) => delimiter && read({ delimiter })}
            allowDeselect={false}
            disabled={isLocked}
            w={150}
          />
        )}
        <Select
          label={texts.encoding}
          data={optionsOf(texts.encodings, info.reading.encoding)}
          value={info.reading.encoding}
          onChange={(encoding) => encoding && read({ encoding })}
          allowDeselect={false}
          disabled={isLocked}
          w={240}
        />
      </Group>
    </Section>
  )
}

/** Returns the choices, with the current value if it isn't one of them. */
function optionsOf(labels: Record<string, string>, value: string) {
  const all = Object.hasOwn(labels, value) ? labels : { ...labels, [value]: value }
  return Object.entries(all).map(([one, label]) => ({ value: one, label }))
}

const bytes = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** Returns the size of a file as text. */
export function sizeText(size: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), bytes.length - 1)
  const format = {
    style: 'unit',
    unit: bytes[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1
  } as const
  return new Intl.NumberFormat(undefined, format).format(size / 1000 ** power)
}
