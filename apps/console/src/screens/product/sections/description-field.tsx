import { Button, Group, Input, Skeleton, Text } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { useProductForm } from '../form/form-context.ts'
import classes from './sections.module.css'
import { LongTextField } from './text-field.tsx'

// What reads HTML is loaded with the first preview.
const Rendered = lazy(async () => ({ default: (await import('../../../ui/html/rendered.tsx')).Rendered }))

/** The description as text or HTML, with a preview of how customers see it. */
export function DescriptionField() {
  const { form, isReadOnly } = useProductForm()
  const [isPreview, setPreview] = useState(isReadOnly)
  const texts = t.productScreen.basics
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Input.Label labelElement="div">{fieldName('description')}</Input.Label>
        {!isReadOnly && (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={isPreview ? <IconPencil size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
            onClick={() => setPreview(!isPreview)}
          >
            {isPreview ? texts.source : texts.preview}
          </Button>
        )}
      </Group>
      {isPreview ? (
        <div className={classes.preview}>
          {form.description.trim() === '' ? (
            <Text c="dimmed">{texts.noDescription}</Text>
          ) : (
            <Suspense fallback={<Skeleton height={120} />}>
              <Rendered html={form.description} label={texts.rendered} />
            </Suspense>
          )}
        </div>
      ) : (
        <LongTextField
          name="description"
          label={undefined}
          aria-label={fieldName('description')}
          description={texts.htmlHint}
          inputWrapperOrder={['input', 'description', 'error']}
          minRows={6}
        />
      )}
    </div>
  )
}
