import type { WorkerReply } from "#src/platform/worker-pool.ts";
import type { FileType } from "../detect/detect-type.ts";
import type { PagePicture } from "../preview.ts";
import type { Cleaning } from "../results.ts";
import type { PageStep, TextReading } from "../text/file-text.ts";
import type { Thumbnail } from "../thumbnail.ts";

/** What a worker can be asked to do with a file on disk. */
export type Task =
  | { do: "hash"; path: string }
  | { do: "detect"; path: string; name: string }
  | { do: "clean"; path: string; output: string; mime: string }
  | { do: "thumbnail"; path: string; output: string }
  | { do: "preview"; path: string; output: string; at: number }
  | { do: "text"; path: string; mime: string };

export type Answers = {
  hash: string;
  detect: FileType;
  clean: Cleaning;
  thumbnail: Thumbnail;
  preview: PagePicture;
  text: TextReading;
};

export type Reply = WorkerReply<Answers[Task["do"]], PageStep>;
