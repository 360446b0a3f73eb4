import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { importsTexts } from '../../../texts/import.ts'
import { Grid } from '../../../ui/grid/grid.tsx'
import { GridFrame } from '../../../ui/grid/grid-frame.tsx'
import type { CellEdit, GridColumn } from '../../../ui/grid/grid-types.ts'
import { notifyError } from '../../../ui/notify-error.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { useMutation } from '../../../ui/use-mutation.ts'
import { type CheckedRow, type CheckResult, maxFaulty } from '../data/file-types.ts'
import { write } from '../data/worker-client.ts'
import { hasGroups, type ImportDraft } from './import-draft.ts'
import { Section } from './section.tsx'
import { problemIds } from './show-problems.tsx'

type Props = {
  draft: ImportDraft
  result: CheckResult
  onEdit: ((edits: { number: number; column: number; text: string }[]) => void) | undefined
}

/** The rows with faults, with all cells of the file, to correct them. */
export function FaultSection({ draft, result, onEdit }: Props) {
  const { faulty } = result
  const { columns: names } = draft.info
  const marked = useMarked(names, faulty)
  const columns = useMemo(() => columnsFor(names, marked, onEdit !== undefined), [names, marked, onEdit])
  const { edits } = draft
  const cells = useMemo(
    () => new Map(faulty.map((row) => [row.number, cellsOf(row, names, edits[row.number])])),
    [faulty, names, edits]
  )
  const toFix = faulty.filter(({ faults }) => faults.length > 0)
  const texts = importsTexts.faults
  return (
    <Section
      id={toFix.length > 0 ? problemIds.faults : undefined}
      title={
        toFix.length > 0 ? texts.title(toFix.length) : result.unsendable > 0 ? texts.theseFixed : texts.fixed
      }
      intro={hasGroups(draft) ? texts.introGroups : texts.intro}
      actions={toFix.length > 0 && <DownloadFaulty draft={draft} result={result} />}
    >
      {toFix.length >= maxFaulty && (
        <Text fz="sm">{texts.shown(toFix.length, Math.max(result.unsendable, toFix.length))}</Text>
      )}
      <GridFrame>
        <Grid
          label={texts.label}
          isWrapping
          columns={columns}
          count={faulty.length}
          rowAt={(index) => faulty[index]}
          labelOf={({ number }) => `${texts.row} ${number}`}
          editsOf={({ number }) => cells.get(number)}
          onEdit={
            onEdit &&
            ((edits) =>
              onEdit(
                edits.flatMap(({ index, column, text }) => {
                  const row = faulty[index]
                  return row && /^\d+$/.test(column)
                    ? [{ number: row.number, column: Number(column), text }]
                    : []
                })
              ))
          }
        />
      </GridFrame>
      {onEdit && (
        <Text c="dimmed" fz="sm">
          {texts.keys}
        </Text>
      )}
    </Section>
  )
}

/** Returns the columns that have a fault, or had one: they keep their places while the rows are corrected. */
function useMarked(names: readonly string[], faulty: readonly CheckedRow[]): ReadonlySet<string | null> {
  const before = useRef({ names, marked: new Set<string | null>() })
  return useMemo(() => {
    const known = before.current.names === names ? before.current.marked : []
    const marked = new Set([...known, ...faulty.flatMap(({ faults }) => faults.map(({ column }) => column))])
    before.current = { names, marked }
    return marked
  }, [names, faulty])
}

function columnsFor(names: readonly string[], withFault: ReadonlySet<string | null>, isEditable: boolean) {
  const cells = names.map(
    (name, index): GridColumn<CheckedRow> => ({
      ...{ key: String(index), label: name, width: withFault.has(name) ? 220 : 150 },
      textOf: ({ values }) => values[index] ?? '',
      ...(isEditable && { isEditable: () => true })
    })
  )
  const marked = cells.filter(({ label }) => withFault.has(label))
  const row: GridColumn<CheckedRow> = {
    ...{ key: 'row', label: importsTexts.faults.row, width: 72, isNumber: true },
    textOf: ({ number }) => String(number)
  }
  const problem: GridColumn<CheckedRow> = {
    ...{ key: 'problem', label: importsTexts.faults.problem, width: 300 },
    textOf: ({ faults }) =>
      faults
        .filter(({ column }) => isOfRow(column, names))
        .map(faultText)
        .join('; ')
  }
  const hasProblem = [...withFault].some((column) => isOfRow(column, names))
  return [row, ...(hasProblem ? [problem] : []), ...marked, ...cells.filter((cell) => !marked.includes(cell))]
}

/** True if a fault is about the whole row. The others are shown in their cells. */
function isOfRow(column: string | null, names: readonly string[]): boolean {
  return column === null || !names.includes(column)
}

/** Returns the cells that were edited or have a fault. The faults are those of the last check. */
function cellsOf(
  { values, faults }: CheckedRow,
  names: readonly string[],
  edited: Readonly<Record<number, string>> = {}
): Record<string, CellEdit> {
  const typed = Object.entries(edited).map(([index, text]) => [index, { text }])
  const wrong = faults.flatMap(({ column, message }) => {
    const index = column === null ? -1 : names.indexOf(column)
    const text = values[index] ?? ''
    // The cell was edited again since it was checked.
    if (index < 0 || (edited[index] ?? text) !== text) return []
    return [[String(index), { text, fault: message }]]
  })
  return Object.fromEntries([...typed, ...wrong])
}

function faultText({ column, message }: CheckedRow['faults'][number]): string {
  return column === null ? message : `${column} ${message}`
}

/** The file has all rows of the products, so that it can be corrected and imported on its own. */
function DownloadFaulty({ draft, result }: Pick<Props, 'draft' | 'result'>) {
  const download = useMutation({
    mutationFn: async () => {
      const errors = Object.fromEntries(
        result.faulty.map(({ number, faults }) => [number, faults.map(faultText).join('; ')])
      )
      const rows = { only: result.toFix }
      const { file } = await write({ file: draft.file, info: draft.info, edits: draft.edits, rows, errors })
      const extension = draft.info.reading.format === 'csv' ? 'csv' : 'ndjson'
      saveFile(file, `${draft.name.replace(/\.[^.]*$/, '')}.faults.${extension}`)
    },
    onError: notifyError
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {importsTexts.faults.download}
    </Button>
  )
}
