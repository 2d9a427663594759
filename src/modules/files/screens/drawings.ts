/** The drawings of files. They stand here and not in `ui`, so that pages without files do not carry them. */
export {
  Camera,
  Check,
  Download,
  FileArchive,
  FileSpreadsheet,
  Film,
  Image,
  Paperclip,
  Pause,
  Play,
  Trash2,
} from "lucide-react";
