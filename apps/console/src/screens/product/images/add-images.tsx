import '@mantine/dropzone/styles.css'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../texts/texts.ts'
import { imageFiles, isImageAddress, maxFileSize, types } from './image-sources.ts'
import classes from './images.module.css'
import { useUploads } from './uploads.ts'

/** Adds images: dropped or chosen files, pasted ones, and addresses. */
export function AddImages({ productId }: { productId: string }) {
  const uploads = useUploads(productId)
  const [refused, setRefused] = useState<string[]>([])
  const texts = t.productScreen.images
  const add = (sources: readonly (File | string)[]) => {
    setRefused([])
    uploads.add(sources)
  }
  usePaste(add)
  return (
    <Stack gap="sm" mt="sm">
      <Dropzone
        className={classes.drop}
        accept={types}
        maxSize={maxFileSize}
        onDrop={add}
        onReject={(files) => setRefused(files.map(({ file }) => file.name))}
        inputProps={{ 'aria-label': texts.choose }}
      >
        <Group gap="sm" justify="center" wrap="nowrap">
          <IconPhotoPlus size={22} stroke={1.6} aria-hidden />
          <div>
            <Text fw={500}>{texts.drop}</Text>
            <Text fz="xs" c="dimmed">
              {texts.types}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {refused.length > 0 && (
        <Text className={classes.error} role="alert">
          {texts.refused(refused)}
        </Text>
      )}
      <AddressField onAdd={(address) => add([address])} />
    </Stack>
  )
}

/** Adds the images that are pasted anywhere on the page. Pasted texts go where they are pasted. */
function usePaste(add: (files: File[]) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = imageFiles(event.clipboardData?.files)
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    window.addEventListener('paste', listener)
    return () => window.removeEventListener('paste', listener)
  }, [])
}

function AddressField({ onAdd }: { onAdd: (address: string) => void }) {
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const texts = t.productScreen.images
  function add() {
    const trimmed = address.trim()
    const isValid = isImageAddress(trimmed)
    setWrong(!isValid)
    if (!isValid) return
    setAddress('')
    onAdd(trimmed)
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // The form isn't sent.
    event.preventDefault()
    add()
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        flex={1}
        type="url"
        aria-label={texts.address}
        placeholder={texts.addressPlaceholder}
        value={address}
        error={isWrong ? texts.addressWrong : undefined}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Button variant="default" onClick={add} disabled={address.trim() === ''}>
        {texts.addAddress}
      </Button>
    </Group>
  )
}
