import { IconStarFilled } from '@tabler/icons-react'
import { productTexts } from '../../../texts/product.ts'
import classes from './images.module.css'

/** The place of an image among the others, and whether it is the one that lists show. */
export function TileNumber({ index, isPrimary }: { index: number; isPrimary: boolean }) {
  return (
    <>
      <span className={classes.number} aria-hidden>
        {index + 1}
      </span>
      {isPrimary && (
        <span className={classes.primary}>
          <IconStarFilled size={10} aria-hidden />
          {productTexts.images.primary}
        </span>
      )}
    </>
  )
}
