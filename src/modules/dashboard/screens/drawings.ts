/** The drawings of a client's orders. They stand here and not in `ui`, so that other pages do not carry them. */
export { Download, Paperclip } from "lucide-react";
