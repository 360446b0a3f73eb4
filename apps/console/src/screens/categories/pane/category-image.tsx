import type { PlatformCategory } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { taxonomyTexts } from '../../../texts/taxonomy.ts'
import { ImagePanel } from '../../../ui/image-panel.tsx'
import { useReadAgain } from '../use-category-tree.ts'

const texts = taxonomyTexts

/** The image of a category, which is saved as soon as a file is chosen. */
export function CategoryImage({ category }: { category: PlatformCategory }) {
  const { purveyor } = useSignedIn()
  const readAgain = useReadAgain()
  const { categories } = purveyor.platform
  return (
    <ImagePanel
      url={category.imageUrl}
      texts={{
        title: texts.image,
        alt: texts.imageOf(category.name),
        none: texts.noImage,
        saved: texts.imageSaved,
        removed: texts.imageRemoved
      }}
      save={(file) => categories.setImage(category.id, { file }, { ifMatch: category })}
      remove={() => categories.deleteImage(category.id, { ifMatch: category })}
      onSaved={(saved) => void readAgain(saved)}
      onError={() => void readAgain()}
    />
  )
}
