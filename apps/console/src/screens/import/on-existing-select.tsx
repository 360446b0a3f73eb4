import { Select } from '@mantine/core'
import { importsTexts } from '../../texts/import.ts'
import type { OnExisting } from './new/import-draft.ts'

const choices: OnExisting[] = ['fail', 'update', 'skip']

type Props = { value: OnExisting; onChange: (value: OnExisting) => void; isDisabled?: boolean }

/** Chooses what happens to rows whose SKU exists already. */
export function OnExistingSelect({ value, onChange, isDisabled = false }: Props) {
  return (
    <Select
      label={importsTexts.mode.onExisting}
      data={choices.map((one) => ({ value: one, label: importsTexts.mode.onExistings[one] }))}
      value={value}
      onChange={(chosen) => onChange(choices.find((one) => one === chosen) ?? value)}
      allowDeselect={false}
      disabled={isDisabled}
      w={240}
    />
  )
}
