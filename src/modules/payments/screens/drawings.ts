/** The drawings of the payment's pages. They stand here and not in `ui`, so that other pages do not carry them. */
export { Calendar, Download, Paperclip } from "lucide-react";
