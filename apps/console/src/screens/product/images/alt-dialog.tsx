import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core'
import type { Variant } from '@purveyor/client'
import { useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { t } from '../../../texts/texts.ts'
import type { ShownImage } from '../../../ui/products/image-order.ts'

type Props = {
  image: ShownImage | undefined
  variants: readonly Variant[]
  onClose: () => void
  onSave: (image: ShownImage) => void
}

const maxAlt = 500

/** Edits what is known about an image: its alternative text and its variant. */
export function AltDialog({ image, onClose, ...props }: Props) {
  return (
    <Modal opened={image !== undefined} onClose={onClose} title={productTexts.images.editTitle}>
      {image && <Fields image={image} onClose={onClose} {...props} />}
    </Modal>
  )
}

function Fields({ image, variants, onClose, onSave }: Props & { image: ShownImage }) {
  const [alt, setAlt] = useState(image.alt)
  const [variantId, setVariant] = useState(image.variantId)
  const texts = productTexts.images
  function save() {
    onClose()
    if (alt !== image.alt || variantId !== image.variantId) onSave({ ...image, alt, variantId })
  }
  return (
    <Stack>
      <Textarea
        label={texts.alt}
        description={texts.altHint}
        value={alt}
        maxLength={maxAlt}
        autosize
        minRows={2}
        data-autofocus
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {variants.length > 1 && (
        <Select
          label={texts.variant}
          placeholder={texts.allVariants}
          clearable
          data={variants.map(({ id, sku, name }) => ({ value: id, label: `${name} (${sku})` }))}
          value={variantId}
          onChange={setVariant}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t.actions.cancel}
        </Button>
        <Button onClick={save}>{t.actions.save}</Button>
      </Group>
    </Stack>
  )
}
