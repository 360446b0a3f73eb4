import { Anchor, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { setDocumentFile } from '../form/document-files.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import { type DocumentRow, newKey } from '../form/product-form.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { ListSection } from './list-section.tsx'
import classes from './sections.module.css'

const maxDocuments = 100

/** Documents for customers: files, or addresses of files elsewhere. */
export function DocumentsSection() {
  const { form, faults, isReadOnly, change } = useProductForm()
  const texts = productTexts.documents
  return (
    <ListSection
      title={fieldName('documents')}
      hint={texts.hint}
      empty={texts.empty}
      addText={texts.add}
      rows={form.documents}
      max={maxDocuments}
      isReadOnly={isReadOnly}
      error={messageAt(faults, '/documents')}
      nameOf={({ title }, index) => title.trim() || texts.document(index + 1)}
      newRow={(): DocumentRow => ({ key: newKey(), title: '', type: '', url: '' })}
      onChange={(documents) => change({ documents })}
      notes={<FieldNotes field="documents" />}
    >
      {(row, index) => (
        <DocumentFields
          row={row}
          number={index + 1}
          onChange={(changed) => change({ documents: form.documents.with(index, { ...row, ...changed }) })}
        />
      )}
    </ListSection>
  )
}

type Props = { row: DocumentRow; number: number; onChange: (changes: Partial<DocumentRow>) => void }

function DocumentFields({ row, number, onChange }: Props) {
  const { faults, isReadOnly } = useProductForm()
  const texts = productTexts.documents
  const input = (name: 'title' | 'type' | 'url', placeholder: string) => (
    <TextInput
      aria-label={texts.fieldOf(placeholder, number)}
      placeholder={placeholder}
      value={row[name]}
      readOnly={isReadOnly}
      error={messageAt(faults, `/documents/${row.key}/${name}`)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap="xs" className={classes.card}>
      <div className={classes.pair}>
        {input('title', texts.title)}
        {input('type', texts.type)}
      </div>
      {input('url', texts.url)}
      <FileRow row={row} number={number} onChange={onChange} />
      {[`/documents/${row.key}`, `/documents/${row.key}/file`].map((pointer) => {
        const message = messageAt(faults, pointer)
        return (
          message && (
            <Text key={pointer} fz="xs" c="var(--mantine-color-error)" role="alert">
              {message}
            </Text>
          )
        )
      })}
    </Stack>
  )
}

function FileRow({ row, number, onChange }: Props) {
  const { product, isReadOnly } = useProductForm()
  const texts = productTexts.documents
  const stored = product?.documents.find(({ id }) => id === row.id)
  function choose(file: File | null) {
    if (!file) return
    setDocumentFile(row.key, file)
    onChange({ fileName: file.name, ...(row.title === '' && { title: file.name }) })
  }
  return (
    <Group gap="sm">
      {!isReadOnly && (
        <FileButton onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<IconPaperclip size={14} aria-hidden />}
              aria-label={texts.fieldOf(stored?.document ? texts.replace : texts.choose, number)}
            >
              {stored?.document ? texts.replace : texts.choose}
            </Button>
          )}
        </FileButton>
      )}
      {row.fileName !== undefined && <Text fz="sm">{row.fileName}</Text>}
      {row.fileName === undefined && stored?.document && (
        <Anchor href={stored.document} target="_blank" rel="noopener noreferrer" fz="sm">
          {texts.open}
        </Anchor>
      )}
    </Group>
  )
}
