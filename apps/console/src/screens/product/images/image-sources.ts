/** The types of image files that the service accepts. */
export const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** The size of the largest file that the service accepts, in bytes. */
export const maxFileSize = 10 * 1024 * 1024

/** How many images a product can have. */
export const maxImages = 20

/** Returns the image files of a list. */
export function imageFiles(files: Iterable<File> | undefined): File[] {
  return [...(files ?? [])].filter(({ type }) => types.includes(type))
}

const maxAddress = 2048

/** True for an address from which the service can download an image. */
export function isImageAddress(text: string): boolean {
  if (text.length > maxAddress || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !text.includes('///')
}
