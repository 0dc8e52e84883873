; Adds Cleartake to Windows' "Open with" and registers cleartake: addresses.
; The builder's own associations would make Cleartake the default program of every type, and leave that behind when it is removed.

!define CLEARTAKE_CLASS "Cleartake.Recording"

!macro addRecordingType EXTENSION
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${CLEARTAKE_CLASS}"
!macroend

!macro removeRecordingType EXTENSION
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "${CLEARTAKE_CLASS}"
!macroend

; A test compares these with shared/domain/media-types.ts.
!macro eachRecordingType ACTION
  !insertmacro ${ACTION} "wav"
  !insertmacro ${ACTION} "wave"
  !insertmacro ${ACTION} "bwf"
  !insertmacro ${ACTION} "w64"
  !insertmacro ${ACTION} "aif"
  !insertmacro ${ACTION} "aiff"
  !insertmacro ${ACTION} "aifc"
  !insertmacro ${ACTION} "caf"
  !insertmacro ${ACTION} "au"
  !insertmacro ${ACTION} "flac"
  !insertmacro ${ACTION} "mp2"
  !insertmacro ${ACTION} "mp3"
  !insertmacro ${ACTION} "m4a"
  !insertmacro ${ACTION} "m4b"
  !insertmacro ${ACTION} "qta"
  !insertmacro ${ACTION} "aac"
  !insertmacro ${ACTION} "ac3"
  !insertmacro ${ACTION} "eac3"
  !insertmacro ${ACTION} "amr"
  !insertmacro ${ACTION} "wma"
  !insertmacro ${ACTION} "ogg"
  !insertmacro ${ACTION} "oga"
  !insertmacro ${ACTION} "opus"
  !insertmacro ${ACTION} "spx"
  !insertmacro ${ACTION} "mka"
  !insertmacro ${ACTION} "weba"
  !insertmacro ${ACTION} "mp4"
  !insertmacro ${ACTION} "m4v"
  !insertmacro ${ACTION} "mov"
  !insertmacro ${ACTION} "3gp"
  !insertmacro ${ACTION} "3g2"
  !insertmacro ${ACTION} "webm"
  !insertmacro ${ACTION} "mkv"
  !insertmacro ${ACTION} "avi"
  !insertmacro ${ACTION} "wmv"
  !insertmacro ${ACTION} "asf"
  !insertmacro ${ACTION} "ts"
  !insertmacro ${ACTION} "mts"
  !insertmacro ${ACTION} "m2ts"
  !insertmacro ${ACTION} "mpg"
  !insertmacro ${ACTION} "mpeg"
  !insertmacro ${ACTION} "vob"
  !insertmacro ${ACTION} "flv"
!macroend

!macro addClass NAME DESCRIPTION
  WriteRegStr SHELL_CONTEXT "Software\Classes\${NAME}" "" "${DESCRIPTION}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${NAME}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\${NAME}\shell\open\command" "" '"$appExe" "%1"'
!macroend

!macro customInstall
  !insertmacro addClass "${CLEARTAKE_CLASS}" "Recording"
  !insertmacro eachRecordingType addRecordingType
  !insertmacro addClass "cleartake" "URL:Cleartake"
  WriteRegStr SHELL_CONTEXT "Software\Classes\cleartake" "URL Protocol" ""
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
!macroend

!macro customUnInstall
  !insertmacro eachRecordingType removeRecordingType
  DeleteRegKey SHELL_CONTEXT "Software\Classes\${CLEARTAKE_CLASS}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\cleartake"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)'
!macroend
