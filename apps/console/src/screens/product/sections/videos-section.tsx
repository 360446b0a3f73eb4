import { TextInput } from '@mantine/core'
import { productTexts } from '../../../texts/product.ts'
import { fieldName } from '../../../ui/field-name.ts'
import { useProductForm } from '../form/form-context.ts'
import { messageAt } from '../form/product-faults.ts'
import { newKey, type VideoRow } from '../form/product-form.ts'
import { FieldNotes } from '../status/field-notes.tsx'
import { ListSection } from './list-section.tsx'
import classes from './sections.module.css'

const maxVideos = 10

/** The addresses of videos. */
export function VideosSection() {
  const { form, faults, isReadOnly, change } = useProductForm()
  const texts = productTexts.videos
  const edit = (index: number, changed: VideoRow) => change({ videos: form.videos.with(index, changed) })
  return (
    <ListSection
      title={fieldName('videos')}
      empty={texts.empty}
      addText={texts.add}
      rows={form.videos}
      max={maxVideos}
      isReadOnly={isReadOnly}
      error={messageAt(faults, '/videos')}
      nameOf={({ title, url }, index) => title.trim() || url.trim() || texts.video(index + 1)}
      newRow={() => ({ key: newKey(), url: '', title: '' })}
      onChange={(videos) => change({ videos })}
      notes={<FieldNotes field="videos" />}
    >
      {(row, index) => (
        <div className={classes.pair}>
          <TextInput
            aria-label={texts.url(index + 1)}
            placeholder={texts.urlPlaceholder}
            type="url"
            value={row.url}
            readOnly={isReadOnly}
            error={messageAt(faults, `/videos/${row.key}/url`)}
            onChange={(event) => edit(index, { ...row, url: event.currentTarget.value })}
          />
          <TextInput
            aria-label={texts.titleOf(index + 1)}
            placeholder={texts.titlePlaceholder}
            value={row.title}
            readOnly={isReadOnly}
            error={messageAt(faults, `/videos/${row.key}/title`)}
            onChange={(event) => edit(index, { ...row, title: event.currentTarget.value })}
          />
        </div>
      )}
    </ListSection>
  )
}
