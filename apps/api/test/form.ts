type FormValue = string | Uint8Array | { bytes: Uint8Array; filename: string }

/**
 * Builds a multipart body as a browser sends it, for `call`: `await form([['file', bytes], ['alt',
 * 'Front']])`. Each body has a different boundary.
 */
export async function form(
  parts: readonly (readonly [string, FormValue])[]
): Promise<{ raw: Buffer; headers: { 'content-type': string } }> {
  const data = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') data.append(name, value)
    else {
      const { bytes, filename } = 'bytes' in value ? value : { bytes: value, filename: 'upload.bin' }
      data.append(name, new Blob([new Uint8Array(bytes)]), filename)
    }
  }
  const response = new Response(data)
  const type = response.headers.get('content-type') ?? ''
  return { raw: Buffer.from(await response.arrayBuffer()), headers: { 'content-type': type } }
}
