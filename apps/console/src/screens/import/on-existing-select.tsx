import { Select } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import type { OnExisting } from './new/import-draft.ts'

const choices: OnExisting[] = ['fail', 'update', 'skip']

type Props = { value: OnExisting; onChange: (value: OnExisting) => void; isDisabled?: boolean }

/** Chooses what happens to rows whose SKU exists already. */
export function OnExistingSelect({ value, onChange, isDisabled = false }: Props) {
  return (
    <Select
      label={t.imports.mode.onExisting}
      data={choices.map((one) => ({ value: one, label: t.imports.mode.onExistings[one] }))}
      value={value}
      onChange={(chosen) => onChange(choices.find((one) => one === chosen) ?? value)}
      allowDeselect={false}
      disabled={isDisabled}
      w={240}
    />
  )
}
