import { Group, Radio, Stack } from '@mantine/core'
import { importsTexts } from '../../../texts/import.ts'
import type { ImportMode } from '../data/file-types.ts'
import { OnExistingSelect } from '../on-existing-select.tsx'
import type { Draft, ModeChange } from './import-draft.ts'
import { Section } from './section.tsx'

type Props = { draft: Draft; isLocked: boolean; change: (change: ModeChange) => void }

/** Chooses whether the rows become products or change products. */
export function ModeSection({ draft, isLocked, change }: Props) {
  const texts = importsTexts.mode
  const choose = (value: string) => {
    const mode: ImportMode = value === 'update' ? 'update' : 'create'
    if (mode !== draft.mode) change({ mode })
  }
  return (
    <Section title={texts.title}>
      <Group align="flex-start" gap="xl">
        <Radio.Group value={draft.mode} onChange={choose} aria-label={texts.title} flex="1 1 380px">
          <Stack gap="sm">
            <Radio value="create" label={texts.create} description={texts.createHint} disabled={isLocked} />
            <Radio value="update" label={texts.update} description={texts.updateHint} disabled={isLocked} />
          </Stack>
        </Radio.Group>
        {draft.mode === 'create' && (
          <OnExistingSelect
            value={draft.onExisting}
            onChange={(onExisting) => change({ onExisting })}
            isDisabled={isLocked}
          />
        )}
      </Group>
    </Section>
  )
}
