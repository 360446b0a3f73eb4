import { Group, Input, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import classes from './sections.module.css'
import { LongTextField } from './text-field.tsx'

// What reads HTML is loaded with the first preview.
const Rendered = lazy(async () => ({ default: (await import('../../../ui/html/rendered.tsx')).Rendered }))

type Mode = keyof typeof productTexts.basics.modes

/** The description in an editor, as HTML, or as customers see it. What the editor can't show is edited as HTML. */
export function DescriptionField() {
  const { form, isReadOnly } = useProductForm()
  const { description } = form
  const [chosen, setChosen] = useState<Mode>(isReadOnly ? 'preview' : 'editor')
  const editor = useEditor()
  // What the editor itself has written stays in it.
  const written = useRef<string>(undefined)
  const canEdit = useMemo(() => {
    if (!editor) return editor === undefined
    return description === written.current || editor.readDocument(description) !== undefined
  }, [editor, description])
  const texts = productTexts.basics
  const mode = chosen === 'editor' && !canEdit ? 'html' : chosen
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Input.Label labelElement="div">{fieldName('description')}</Input.Label>
        {!isReadOnly && (
          <SegmentedControl
            size="xs"
            styles={{ label: { paddingInline: 10 } }}
            aria-label={texts.mode}
            data={Object.entries(texts.modes).map(([value, label]) => ({
              value,
              label,
              disabled: value === 'editor' && !canEdit
            }))}
            value={mode}
            onChange={(value) => setChosen(value as Mode)}
          />
        )}
      </Group>
      {mode === 'editor' &&
        (editor ? <Editor editor={editor} written={written} /> : <Skeleton height={203} />)}
      {mode === 'html' && (
        <LongTextField
          name="description"
          label={undefined}
          aria-label={fieldName('description')}
          description={canEdit ? texts.htmlHint : texts.onlyHtml}
          inputWrapperOrder={['input', 'description', 'error']}
          minRows={6}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
      {mode === 'preview' && (
        <div className={classes.preview}>
          {description.trim() === '' ? (
            <Text c="dimmed">{texts.noDescription}</Text>
          ) : (
            <Suspense fallback={<Skeleton height={120} />}>
              <Rendered html={description} label={texts.rendered} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

type EditorModule = typeof import('../../../ui/rich-text/rich-text.tsx')

type EditorProps = { editor: EditorModule; written: RefObject<string | undefined> }

function Editor({ editor: { RichText }, written }: EditorProps) {
  const { form, faults, change } = useProductForm()
  const error = messageAt(faults, '/description')
  return (
    <Input.Wrapper error={error}>
      <RichText
        label={fieldName('description')}
        field="description"
        value={form.description}
        isInvalid={error !== undefined}
        onChange={(description) => {
          written.current = description
          change({ description })
        }}
      />
    </Input.Wrapper>
  )
}

/** Loads what decides whether the editor can show a description. Undefined until then, and null if it can't be loaded. */
function useEditor(): EditorModule | null | undefined {
  const { isReadOnly } = useProductForm()
  const { data, isError } = useQuery({
    queryKey: ['rich-text'],
    queryFn: () => import('../../../ui/rich-text/rich-text.tsx'),
    enabled: !isReadOnly,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false
  })
  return isError ? null : data
}
