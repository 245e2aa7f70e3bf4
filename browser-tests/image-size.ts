interface Size {
  width: number;
  height: number;
}

/** Reads the size from the header of a PNG or JPEG file. */
export function imageSize(file: Buffer): Size {
  if (file.toString('latin1', 1, 4) === 'PNG') {
    return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  }
  return jpegSize(file);
}

/** After its first two bytes a JPEG file is a sequence of segments: FF, type, length of the rest. */
function jpegSize(file: Buffer): Size {
  for (let place = 2; place + 9 <= file.length; ) {
    const kind = file.readUInt16BE(place);
    const isFrame = kind === 0xffc0 || kind === 0xffc2;
    if (isFrame) {
      return { width: file.readUInt16BE(place + 7), height: file.readUInt16BE(place + 5) };
    }
    place += 2 + file.readUInt16BE(place + 2);
  }
  throw new Error('Cannot read the size of a picture: it is neither a PNG nor a JPEG file.');
}
