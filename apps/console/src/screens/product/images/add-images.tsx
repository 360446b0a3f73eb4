import '@mantine/dropzone/styles.css'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { imageFiles, isImageAddress, maxFileSize, maxImages, types } from './image-sources.ts'
import classes from './images.module.css'
import { useUploads } from './uploads.ts'

type Props = {
  productId: string
  /** The number of images that the product has. */
  stored: number
}

/** Adds images: dropped or chosen files, pasted ones, and addresses. */
export function AddImages({ productId, stored }: Props) {
  const uploads = useUploads(productId)
  const [refused, setRefused] = useState<string[]>([])
  const [leftOut, setLeftOut] = useState(0)
  const sending = uploads.uploads.filter(({ state }) => state !== 'failed').length
  const room = Math.max(0, maxImages - stored - sending)
  const texts = productTexts.images
  const begin = (names: string[] = []) => {
    setRefused(names)
    setLeftOut(0)
  }
  const add = (sources: readonly (File | string)[]) => {
    setLeftOut(Math.max(0, sources.length - room))
    uploads.add(sources.slice(0, room))
  }
  usePaste((files) => {
    begin()
    add(files)
  })
  return (
    <Stack gap="sm" mt="sm">
      <Dropzone
        className={classes.drop}
        accept={types}
        maxSize={maxFileSize}
        onDropAny={(_, files) => begin(files.map(({ file }) => file.name))}
        onDrop={add}
        inputProps={{ 'aria-label': texts.choose }}
      >
        <Group gap="sm" justify="center" wrap="nowrap">
          <IconPhotoPlus size={22} stroke={1.6} aria-hidden />
          <div>
            <Text fw={600}>{texts.drop}</Text>
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
      {leftOut > 0 && (
        <Text className={classes.error} role="alert">
          {texts.tooMany(leftOut, maxImages)}
        </Text>
      )}
      <AddressField
        onAdd={(address) => {
          begin()
          add([address])
        }}
      />
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
  const texts = productTexts.images
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
