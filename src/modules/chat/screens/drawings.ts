/** The drawings of the chat. They stand here and not in `ui`, so that other pages do not carry them. */
export { ArrowDown, Check, CheckCheck, Clock, Paperclip, Pause, Play, Send as SendHorizontal } from "lucide-react";
