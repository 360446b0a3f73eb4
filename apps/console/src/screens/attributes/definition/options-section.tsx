import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconList, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { attributeEditorTexts } from '../../../texts/attribute-editor.ts'
import { t } from '../../../texts/texts.ts'
import { newKey } from '../../../ui/new-key.ts'
import { Section } from '../../../ui/section.tsx'
import { SortableRows } from '../../../ui/sortable-rows.tsx'
import { AddOptionsDialog } from './add-options-dialog.tsx'
import classes from './definition.module.css'
import { codeOfLabel, type OptionValues } from './definition-values.ts'
import type { PartProps } from './part-props.ts'

const texts = attributeEditorTexts

/** The options of an attribute in their order, and the facet under which they file products. */
export function OptionsSection({ values, change, faults, isReadOnly }: PartProps) {
  const add = useRef<HTMLButtonElement>(null)
  const [isAddingMany, setAddingMany] = useState(false)
  const facets = useFacets()
  const { options, facetId } = values
  const facet = facets.find(({ id }) => id === facetId)
  const append = (added: { code: string; label: string }[]) =>
    change({ options: [...options, ...added.map((one) => ({ ...one, key: newKey(), facetValueId: null }))] })
  const set = (key: string, changes: Partial<OptionValues>) =>
    change({ options: options.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  function relabel({ key, code, label: before, isStored }: OptionValues, label: string) {
    set(key, { label, ...(!isStored && code === codeOfLabel(before) && { code: codeOfLabel(label) }) })
  }
  return (
    <Section title={texts.options} {...(!isReadOnly && { hint: texts.optionsHint })}>
      <Stack gap="sm">
        {options.length === 0 && <Text c="dimmed">{texts.noOptions}</Text>}
        {options.length > 0 && (
          <SortableRows
            rows={options}
            nameOf={({ label }, index) => label.trim() || texts.option(index + 1)}
            isReadOnly={isReadOnly}
            label={texts.options}
            onChange={(next) => change({ options: next })}
            onRemoved={() => add.current?.focus()}
          >
            {(option, index) => (
              <div className={classes.option} data-facet={facet !== undefined || undefined}>
                <TextInput
                  size="xs"
                  aria-label={texts.labelOf(index + 1)}
                  placeholder={texts.labelPlaceholder}
                  value={option.label}
                  onChange={(event) => relabel(option, event.currentTarget.value)}
                  error={faults.at(`/options/${index}/label`) ?? faults.at(`/options/${index}`)}
                  readOnly={isReadOnly}
                  autoComplete="off"
                />
                <TextInput
                  size="xs"
                  aria-label={texts.codeOf(index + 1)}
                  placeholder={texts.codePlaceholder}
                  value={option.code}
                  onChange={(event) => set(option.key, { code: event.currentTarget.value })}
                  error={faults.at(`/options/${index}/code`)}
                  disabled={option.isStored ?? false}
                  readOnly={isReadOnly}
                  autoComplete="off"
                />
                {facet && (
                  <Select
                    size="xs"
                    aria-label={texts.facetValueOf(index + 1)}
                    placeholder={texts.byLabel}
                    data={facet.values.map(({ id, name }) => ({ value: id, label: name }))}
                    value={option.facetValueId}
                    onChange={(facetValueId) => set(option.key, { facetValueId })}
                    error={faults.at(`/options/${index}/facetValueId`)}
                    readOnly={isReadOnly}
                    searchable
                    clearable={!isReadOnly}
                    clearButtonProps={{ 'aria-label': t.actions.clear }}
                  />
                )}
              </div>
            )}
          </SortableRows>
        )}
        {faults.at('/options') && (
          <Text fz="xs" c="var(--mantine-color-error)" role="alert">
            {faults.at('/options')}
          </Text>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <Button
              ref={add}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => append([{ code: '', label: '' }])}
            >
              {texts.addOption}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconList size={14} aria-hidden />}
              onClick={() => setAddingMany(true)}
            >
              {texts.addMany}
            </Button>
          </Group>
        )}
        <Select
          mt="xs"
          maw={420}
          label={texts.facetId}
          description={texts.facetHint}
          placeholder={texts.noFacet}
          data={facets.map(({ id, name }) => ({ value: id, label: name }))}
          value={facetId}
          onChange={(id) =>
            change({ facetId: id, options: options.map((one) => ({ ...one, facetValueId: null })) })
          }
          error={faults.at('/facetId')}
          readOnly={isReadOnly}
          searchable
          clearable={!isReadOnly}
          clearButtonProps={{ 'aria-label': t.actions.clear }}
        />
      </Stack>
      <AddOptionsDialog isOpen={isAddingMany} onClose={() => setAddingMany(false)} onAdd={append} />
    </Section>
  )
}

/** Reads the facets of the shop with their values. */
function useFacets() {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['facets'],
    queryFn: async ({ signal }) => (await purveyor.platform.facets.list({}, { signal })).facets,
    staleTime: 60_000
  })
  return data ?? []
}
