import { Button, Group, Loader, Text } from '@mantine/core'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { t } from '../../../texts/texts.ts'
import { BrokenImage, ImageSign } from '../../../ui/image-file.tsx'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import classes from './images.module.css'
import { TileActions } from './tile-actions.tsx'
import { TileNumber } from './tile-number.tsx'
import { newProduct, type Upload, useUploads } from './uploads.ts'

/** The images that are not stored yet, with their progress. */
export function UploadTiles({ productId }: { productId: string }) {
  const { uploads: mine } = useUploads(productId)
  const texts = productTexts.images
  const sending = mine.filter(({ state }) => state !== 'failed').length
  // Files that were chosen are only in memory.
  useUnloadWarning(mine.length > 0)
  if (mine.length === 0) return null
  return (
    <>
      {productId !== newProduct && sending > 0 && (
        <Text role="status" c="dimmed" mb="xs">
          {texts.uploading(sending)}
        </Text>
      )}
      <ul className={classes.tiles} aria-label={texts.uploads}>
        {mine.map((upload, index) => (
          <UploadTile key={upload.key} upload={upload} index={index} all={mine} />
        ))}
      </ul>
    </>
  )
}

type TileProps = { upload: Upload; index: number; all: readonly Upload[] }

function UploadTile({ upload, index, all }: TileProps) {
  const { retry, remove, moveTo } = useUploads(upload.productId)
  const { key, source, preview, state, error } = upload
  const texts = productTexts.images
  const name = typeof source === 'string' ? source : source.name
  const isOfNew = upload.productId === newProduct
  return (
    <li className={classes.tile}>
      <div className={classes.frame}>
        {preview === undefined ? <ImageSign icon={IconLink} text={name} /> : <Preview source={preview} />}
        {isOfNew && <TileNumber index={index} isPrimary={index === 0} />}
      </div>
      <Group gap={6} wrap="nowrap">
        {state === 'sending' && <Loader size={12} />}
        <Text fz="xs" truncate title={name}>
          {name}
        </Text>
      </Group>
      {error !== undefined && state === 'failed' && (
        <span className={classes.error} role="alert">
          {texts.failed(error)}
        </span>
      )}
      {state !== 'sending' && !isOfNew && (
        <Group gap={4}>
          {state === 'failed' && (
            <Button size="compact-xs" variant="default" onClick={() => retry(key)}>
              {t.errors.retry}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.discardOf(name)}
            onClick={() => remove(key)}
          >
            {texts.discard}
          </Button>
        </Group>
      )}
      {isOfNew && (
        <TileActions
          {...{ name, index, count: all.length }}
          onMove={(to) => moveTo(key, all[to]?.key ?? key)}
          others={[{ name: 'remove', label: texts.remove(name), icon: IconTrash, run: () => remove(key) }]}
        />
      )}
    </li>
  )
}

/** Shows a file that was chosen. Not every file is the image that its name says. */
function Preview({ source }: { source: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <BrokenImage />
  return (
    <img className={classes.image} src={source} alt="" draggable={false} onError={() => setBroken(true)} />
  )
}
