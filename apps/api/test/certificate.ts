import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * Generates a self-signed certificate for one host name, and the certificate's private key. Both are in PEM
 * format.
 */
export function certificateFor(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signedBy = node(0x30, oid('2a8648ce3d040302'))
  const name = node(0x30, node(0x31, node(0x30, oid('550403'), node(0x0c, Buffer.from(host)))))
  const names = node(0x30, node(0x82, Buffer.from(host)))
  const extensions = node(
    0xa3,
    node(0x30, node(0x30, oid('551d11'), node(0x04, names)), node(0x30, oid('551d13'), node(0x04, authority)))
  )
  const content = node(
    0x30,
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, Buffer.from([1])),
    signedBy,
    name,
    node(0x30, time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions
  )
  const certificate = node(
    0x30,
    content,
    signedBy,
    node(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  )
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  }
}

/**
 * The value of the extension "basic constraints", which says that the certificate belongs to a certificate
 * authority. A self-signed certificate needs it, because the certificate is its own issuer.
 */
const authority = node(0x30, node(0x01, Buffer.from([0xff])))

/** Encodes a value in DER: tag, length and content. */
function node(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function oid(hex: string): Buffer {
  return node(0x06, Buffer.from(hex, 'hex'))
}

function time(text: string): Buffer {
  return node(0x18, Buffer.from(text))
}
