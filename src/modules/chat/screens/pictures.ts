const pictures = new Map<string, string>();
const shown = /^image\/(?:png|jpeg|gif|webp|avif)$/;

/** A picture of a file of this page, straight from the device. Null for what browsers do not show. */
export const drawn = (file: File): string | null => (shown.test(file.type) ? URL.createObjectURL(file) : null);

/** From now on the sent file with this id has this picture, as long as the page lives. */
export const keepPicture = (id: string, picture: string): void => void pictures.set(id, picture);

export const pictureOf = (id: string): string | null => pictures.get(id) ?? null;
