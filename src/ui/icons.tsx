import type { LucideIcon } from "lucide-react";

/** The drawings that screens use. Add one here when a screen needs it. */
export {
  Bell,
  CalendarDays,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CreditCard,
  Download,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Inbox,
  Info,
  KeyRound,
  Landmark,
  Laptop,
  LayoutDashboard,
  List,
  Lock,
  LogOut,
  Mail,
  Menu,
  MessageCircle,
  Minus,
  Moon,
  PenLine,
  Plus,
  Printer,
  ReceiptText,
  RotateCw,
  Search,
  Settings,
  SlidersHorizontal,
  Smartphone,
  SquarePen,
  Sun,
  TriangleAlert,
  Undo2,
  Users,
  Wallet,
  WifiOff,
  X,
} from "lucide-react";

export type Drawing = LucideIcon;

/** A drawing beside words. Screen readers pass over it: the words carry the meaning. */
export const Icon = ({ of: Shape }: { of: Drawing }) => <Shape className="i" aria-hidden="true" />;
