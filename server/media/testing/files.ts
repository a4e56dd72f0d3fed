import sharp from 'sharp'

const red = { width: 60, height: 40, channels: 3, background: '#c00' } as const
const image = () => sharp({ create: red })

/** A photo as from a phone: rotated by its EXIF, with a GPS position. */
export function photo(): Promise<Buffer> {
  return image()
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Artist: 'Somebody Known' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 3/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 44/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}

/** Valid pictures, each with a matching name. */
export async function goodFiles(): Promise<[name: string, bytes: Buffer][]> {
  return [
    ['photo.JPG', await photo()],
    ['plan.png', await image().png().toBuffer()],
    ['plan.webp', await image().webp().toBuffer()],
    ['plan.avif', await image().avif().toBuffer()],
    ['plan.gif', await image().gif().toBuffer()],
    ['shell.php.jpeg', await image().jpeg().toBuffer()],
  ]
}

/** A PNG that claims a huge number of pixels in a few bytes. */
async function pixelFlood(): Promise<Buffer> {
  const png = await image().png().toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  const { crc32 } = await import('node:zlib')
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** A white picture of 61 megapixels (field case F8). */
export function largePicture(): Promise<Buffer> {
  return sharp({ create: { width: 6_100, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
}

const zipEnd = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

/** Rejected files, with the reason. */
export async function badFiles(): Promise<[name: string, bytes: Buffer, code: string][]> {
  const jpeg = await image().jpeg().toBuffer()
  const png = await image().png().toBuffer()
  const gif = await image().gif().toBuffer()
  const after = (bytes: Buffer, text: string | Buffer) => Buffer.concat([bytes, Buffer.from(text as string)])
  return [
    ['empty.png', Buffer.alloc(0), 'file-not-allowed'],
    ['text.png', Buffer.from('only text'), 'file-not-allowed'],
    ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file-not-allowed'],
    ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'), 'file-malicious'],
    ['page.jpg', Buffer.from('<!DOCTYPE html><p>hello'), 'file-malicious'],
    ['paper.pdf', Buffer.from('%PDF-1.7\n'), 'file-not-allowed'],
    ['archive.png', Buffer.concat([Buffer.from('PK\x03\x04'), zipEnd]), 'file-not-allowed'],
    ['program.jpg', Buffer.from('MZ\x90\0\x03'), 'file-malicious'],
    ['script.gif', Buffer.from('#!/bin/sh\nrm -rf /'), 'file-malicious'],
    ['virus.txt', Buffer.from(eicar), 'file-malicious'],
    ['hidden.png', after(png, eicar), 'file-malicious'],
    ['both.jpg', after(jpeg, '<?php system($_GET[0]); ?>'), 'file-malicious'],
    ['both.gif', after(gif, '/*<SCRIPT>alert(1)</SCRIPT>'), 'file-malicious'],
    ['jar.png', after(png, zipEnd), 'file-malicious'],
    ['wrong.png', jpeg, 'file-ending'],
    ['photo.jpg.exe', jpeg, 'file-ending'],
    ['noending', jpeg, 'file-ending'],
    [
      'cut.jpg',
      (
        await sharp({ create: { ...red, width: 900, height: 900 } })
          .jpeg()
          .toBuffer()
      ).subarray(0, 900),
      'file-damaged',
    ],
    ['onlystart.png', png.subarray(0, 40), 'file-damaged'],
    ['flood.png', await pixelFlood(), 'picture-too-large'],
    ['large.png', after(png, Buffer.alloc(10 * 1_048_576)), 'file-too-large'],
  ]
}
