import { TextInput } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import { newKey } from '../form/product-form.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { ListSection } from './list-section.tsx'

const maxFeatures = 6

/** The key features, in the order in which customers see them. */
export function FeaturesSection() {
  const { form, faults, isReadOnly, change } = useProductForm()
  const texts = productTexts.features
  return (
    <ListSection
      title={fieldName('keyFeatures')}
      empty={texts.empty}
      addText={texts.add}
      rows={form.keyFeatures}
      max={maxFeatures}
      isReadOnly={isReadOnly}
      error={messageAt(faults, '/keyFeatures')}
      nameOf={({ text }, index) => text.trim() || texts.feature(index + 1)}
      newRow={() => ({ key: newKey(), text: '' })}
      onChange={(keyFeatures) => change({ keyFeatures })}
      notes={<FieldNotes field="keyFeatures" />}
    >
      {(row, index) => (
        <TextInput
          aria-label={texts.feature(index + 1)}
          value={row.text}
          readOnly={isReadOnly}
          error={messageAt(faults, `/keyFeatures/${row.key}`)}
          onChange={(event) =>
            change({ keyFeatures: form.keyFeatures.with(index, { ...row, text: event.currentTarget.value }) })
          }
        />
      )}
    </ListSection>
  )
}
