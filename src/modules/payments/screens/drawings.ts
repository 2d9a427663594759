/** The drawings of the payment's pages. They stand here and not in `ui`, so that other pages do not carry them. */
export { Calendar, Paperclip } from "lucide-react";
