# Turns the comments of the headers into comments that Doxygen reads. The first comment describes the file, comments
# on their own lines the next declaration, and comments behind a declaration that declaration.
1s|^// |/// \\file\n/// |
s|^( *)// |\1/// |
s|([;,] +)// |\1///< |
